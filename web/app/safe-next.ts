/** Where to go after signing in. Only an address of this app: `//evil.example` and `https:` are somebody else's. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/dashboard';
}
