import type { TemplateCategory } from '#shared/model/templates.ts';

/** Categories as people read them. */
export const categoryNames: Record<TemplateCategory, string> = {
  welcome_screen: 'Welcome screen',
  announcement: 'Announcement',
  celebration: 'Celebration',
  promotion: 'Promotion',
  informational: 'Informational',
  emergency: 'Emergency',
  seasonal: 'Seasonal',
  custom: 'Custom',
  quick: 'Quick',
};
