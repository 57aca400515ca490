/**
 * What the exchanges of this version can do for a plan; one that is connected says so itself (`plans` of its health).
 * A node that needs more is refused before it is deployed.
 */
export const planAbilities = {
  /** Playing a recording of the workspace. */
  recordings: true,
  /** Taking a message. */
  voicemail: true,
  /** Asking the product who calls. */
  leads: true,
  /** Having the product ask others for a way (`plan-asks` with `question`). */
  asks: true,
  /** Going on in another plan. */
  jumps: true,
  /** Collecting what a caller types. */
  digits: true,
  /** Playing the workspace's own music. */
  ownMusic: true,
  /** Having the product text a caller. */
  texts: true,
  /** Recording what a caller says, who then goes on in the plan. */
  record: true,
  /** Speaking another language from a node on. */
  languages: true,
} as const;
export type PlanAbility = keyof typeof planAbilities;
export type PlanAbilities = { [K in PlanAbility]: boolean };

/** All that an exchange may be able to do for a plan: the contract with it, and what asks it, name these and no other. */
export const planAbilityNames = Object.keys(planAbilities) as [PlanAbility, ...PlanAbility[]];

/** Abilities as an exchange names them. */
export const abilitiesNamed = (names: readonly PlanAbility[]): PlanAbilities =>
  Object.fromEntries(planAbilityNames.map((name) => [name, names.includes(name)])) as PlanAbilities;

const olderThanNode = 'The exchange is older than this node. Bring its bridge up to date first.';

/** Why a node that needs an ability is refused, in a sentence. */
export const lacking: Record<PlanAbility, string> = {
  recordings: 'The exchange cannot play recordings yet. Choose a sound of the exchange instead.',
  voicemail: olderThanNode,
  leads: 'The exchange cannot ask who the caller is yet. Ask for their number or area code instead.',
  asks: olderThanNode,
  jumps: olderThanNode,
  digits: olderThanNode,
  ownMusic: 'The exchange is older than this choice of music. Bring its bridge up to date first.',
  texts: olderThanNode,
  record: olderThanNode,
  languages: olderThanNode,
};
