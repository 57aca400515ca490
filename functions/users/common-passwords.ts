import { userLimits } from '#shared/model/user.ts';

/** How many are refused. NIST SP 800-63B, 5.1.1.2 asks for a list and leaves its length open. */
export const commonCount = 10_000;

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * The commonest passwords of those that are long enough to be taken at all, in lower case. The list is read when a
 * password is first set in a container (some 0.1 s beside the hash's 0.3), so that no other call pays for it.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common/dist/passwords.json.mjs').then(({ default: ranked }) => {
    const common = new Set<string>();
    for (const password of ranked) {
      if (password.length >= userLimits.passwordMin) common.add(password.toLowerCase());
      if (common.size === commonCount) break;
    }
    return common;
  });
  return loading;
}
