/** A variable that `cdk/` gives this function. @throws when the description of the cloud forgot it */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set for this function.`);
  return value;
}

/** An e-mail address of those who run this deployment; empty where they named none. */
export const contact = (): string => process.env.CONTACT ?? '';

/** Where third parties are reached in the local cloud; empty in the cloud. */
export const sandboxUrl = (): string => process.env.SANDBOX_URL ?? '';

/** Where an exchange listens that functions reach by HTTP: an Asterisk's bridge on this machine, or the sandbox's. */
export const exchangeUrl = (): string => process.env.EXCHANGE_URL || sandboxUrl();

/** The secret that a bridge's accounts are opened with; empty for the sandbox's exchange. */
export const exchangeSecret = (): string => process.env.EXCHANGE_SECRET ?? '';
