/** Tones on which white letters can be read, light and dark alike. */
const tones = ['#b4235a', '#1c6fc4', '#7a3fc4', '#0b7a4b', '#b3541e', '#0e7490', '#a21caf', '#4d5fd1'];

/** A person's colour, the same for everybody who sees them. */
export function colorOf(userId: string): string {
  let hash = 0;
  for (const letter of userId) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return tones[hash % tones.length]!;
}

/** At most two letters: Ada Lovelace is AL, agent is A. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '');
  return letters.join('').toUpperCase();
}
