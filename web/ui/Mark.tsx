interface MarkProps {
  /** Height and width in px. */
  size?: number;
}

/** Dealbell's bell. The bell takes the text's colour, its clapper the accent. */
export function Mark({ size = 28 }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="4 4 24 26" aria-hidden="true" focusable="false">
      <path
        d="M16 5.5a1.6 1.6 0 0 1 1.6 1.6v.7c3.6.7 6 3.7 6 7.5v3.5l1.7 2.6c.6.9 0 2.1-1.1 2.1H7.8c-1.1 0-1.7-1.2-1.1-2.1l1.7-2.6v-3.5c0-3.8 2.4-6.8 6-7.5v-.7A1.6 1.6 0 0 1 16 5.5z"
        fill="currentColor"
      />
      <circle cx="16" cy="26.4" r="2.6" fill="var(--db-live)" />
    </svg>
  );
}
