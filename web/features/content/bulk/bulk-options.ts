import type { ExportOptions } from '#shared/model/content.ts';

/** What the dialog holds: numbers as they are typed. */
export interface BulkForm {
  exportType: ExportOptions['exportType'];
  quality: ExportOptions['quality'];
  width: number | string;
  height: number | string;
  duration: number | string;
  includeAnimations: boolean;
  zipName: string;
}

/** What stands for entries that are no numbers (specification, section 5). */
const fallback = { width: 1920, height: 1080, duration: 10 };

export const firstForm: BulkForm = {
  exportType: 'image',
  quality: 'high',
  ...fallback,
  includeAnimations: true,
  zipName: 'bulk-export',
};

function numberOf(typed: number | string, otherwise: number): number {
  const value = Number(typed);
  return String(typed).trim() !== '' && Number.isFinite(value) ? value : otherwise;
}

/** The form as the call takes it. */
export function optionsOf({ exportType, zipName, ...form }: BulkForm) {
  const { quality, includeAnimations } = form;
  return {
    exportType,
    options: {
      quality,
      includeAnimations,
      dimensions: {
        width: Math.round(numberOf(form.width, fallback.width)),
        height: Math.round(numberOf(form.height, fallback.height)),
      },
      ...(exportType === 'video' ? { duration: numberOf(form.duration, fallback.duration) } : {}),
      zipName: zipName.trim() || firstForm.zipName,
    },
  };
}
