import styles from './Initials.module.css';

interface InitialsProps {
  name: string;
  /** Diameter in px. */
  size?: number;
}

/** A person as a disc with up to two letters of their name. Decoration: the name itself stands beside it. */
export function Initials({ name, size = 32 }: InitialsProps) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return (
    <span className={styles.disc} style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
      {letters.join('')}
    </span>
  );
}
