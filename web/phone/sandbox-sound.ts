/** How a call stands on a phone of the sandbox's exchange. */
export interface Standing {
  /** Of this phone. */
  state: 'ringing' | 'talking';
  otherParty: 'queued' | 'ringing' | 'answered' | 'ended';
  held: boolean;
}

/** What is heard while a call stands so; null is silence. */
export function soundOf({ state, otherParty, held }: Standing): 'ring' | 'voice' | null {
  if (state === 'ringing' || held) return null;
  if (otherParty === 'ringing') return 'ring';
  return otherParty === 'answered' ? 'voice' : null;
}
