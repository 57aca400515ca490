import { IconAntennaBars2, IconAntennaBars3, IconAntennaBars5 } from '@tabler/icons-react';
import styles from './CallBar.module.css';
import { usePhone } from './my-phone.ts';

const icons = { good: IconAntennaBars5, poor: IconAntennaBars3, bad: IconAntennaBars2 } as const;

/** How the call sounds, in words; nothing without a call, and where it cannot be measured. */
export function QualityBadge() {
  const phone = usePhone();
  const quality = phone.status === 'in' ? phone.quality : null;
  if (!quality) return null;
  const Icon = icons[quality.level];
  return (
    <span className={styles.quality} data-level={quality.level}>
      <Icon size={17} aria-hidden="true" />
      <span className="db-visually-hidden">Sound: </span>
      {quality.text}
    </span>
  );
}
