import { type ReactNode, useId, useState } from 'react';
import styles from './DropArea.module.css';

interface DropAreaProps {
  /** What the file chooser offers, as `accept` of an input. */
  accept: string;
  multiple?: boolean;
  /** In a panel: less room around. */
  compact?: boolean;
  onFiles: (files: readonly File[]) => void;
  /** What stands in it: spans only, as it is a label. */
  children: ReactNode;
}

/** Takes files by choosing, also with the keyboard, and by dropping. The same file can be taken again. */
export function DropArea({ accept, multiple = false, compact = false, onFiles, children }: DropAreaProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const all = [...(files ?? [])];
    if (all.length > 0) onFiles(multiple ? all : all.slice(0, 1));
  };
  return (
    <label
      data-changes="drag"
      htmlFor={id}
      className={styles.drop}
      data-over={over || undefined}
      data-compact={compact || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      {children}
      <input
        data-changes
        id={id}
        type="file"
        multiple={multiple}
        accept={accept}
        className="db-visually-hidden"
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

/** The same frame, for what becomes of the files. */
export const DropFrame = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={styles.drop} aria-label={label}>
    {children}
  </section>
);
