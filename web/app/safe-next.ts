/** Where to go after signing in. Only an address of this app: `//evil.example` and `https:` are somebody else's. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/dashboard';
}

/** The address of the sign-in that goes on to another one of ours afterwards. */
export const signInFor = (wanted: string): string => `/login?next=${encodeURIComponent(wanted)}`;
