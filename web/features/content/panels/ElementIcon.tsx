import {
  IconBorderStyle2,
  IconColorFilter,
  IconHandClick,
  IconPhoto,
  IconQuestionMark,
  IconShadow,
  IconShape,
  IconTypography,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Element } from '#shared/model/content.ts';
import { typeOf } from '#shared/scene/registry.ts';

/** The icons that element types name; importing all of Tabler's by name would weigh more than the editor. */
const icons: Record<string, TablerIcon> = {
  IconBorderStyle2,
  IconColorFilter,
  IconHandClick,
  IconPhoto,
  IconShadow,
  IconShape,
  IconTypography,
};

export function TypeIcon({ icon, size = 16 }: { icon: string; size?: number }) {
  const Icon = icons[icon] ?? IconQuestionMark;
  return <Icon size={size} stroke={1.6} aria-hidden style={{ flex: 'none' }} />;
}

export function ElementIcon({ element }: { element: Element }) {
  return <TypeIcon icon={typeOf(element).icon} />;
}
