export const skinNames = ['default', 'minimal', 'dark', 'light', 'theater'] as const;
export type SkinName = (typeof skinNames)[number];

export interface Skin {
  /** CSS paint of the bar; laid over the bar's own box. */
  ground: string;
  ink: string;
  /** Played part and what is on. */
  accent: string;
  track: string;
  /** Of the bar's height, against the ordinary. */
  scale: number;
  /** Only the play button, the progress and the time. */
  bare: boolean;
  /** Whether the bar floats inside the picture with round corners. */
  floating: boolean;
}

/** How the control bar looks; the drawn player and the live one read the same. */
export const skins: Record<SkinName, Skin> = {
  default: {
    ground: 'linear-gradient(180deg, rgba(2, 6, 23, 0) 0%, rgba(2, 6, 23, 0.82) 100%)',
    ink: '#ffffff',
    accent: '#f59e0b',
    track: 'rgba(255, 255, 255, 0.34)',
    scale: 1,
    bare: false,
    floating: false,
  },
  minimal: {
    ground: 'linear-gradient(180deg, rgba(2, 6, 23, 0) 0%, rgba(2, 6, 23, 0.6) 100%)',
    ink: '#ffffff',
    accent: '#ffffff',
    track: 'rgba(255, 255, 255, 0.3)',
    scale: 0.8,
    bare: true,
    floating: false,
  },
  dark: {
    ground: '#0b1220',
    ink: '#e2e8f0',
    accent: '#38bdf8',
    track: '#334155',
    scale: 1,
    bare: false,
    floating: false,
  },
  light: {
    ground: 'rgba(255, 255, 255, 0.94)',
    ink: '#0f172a',
    accent: '#2563eb',
    track: '#cbd5e1',
    scale: 1,
    bare: false,
    floating: true,
  },
  theater: {
    ground: 'linear-gradient(180deg, rgba(0, 0, 0, 0) 0%, rgba(0, 0, 0, 0.94) 70%)',
    ink: '#fef3c7',
    accent: '#e11d48',
    track: 'rgba(254, 243, 199, 0.28)',
    scale: 1.3,
    bare: false,
    floating: false,
  },
};
