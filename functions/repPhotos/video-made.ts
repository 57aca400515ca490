import { noted } from './history.ts';
import { photoIdOf } from './store.ts';
import { countedUse } from './uses.ts';

/** The writes that note a celebration video of a rep, and count it as a use of their photo. @param repEmail in small letters */
export const videoMade = (rep: { repEmail: string; repName: string }, details: string): object[] => [
  noted({ ...rep, action: 'video', details }),
  countedUse(photoIdOf(rep.repEmail), 'celebrationVideos'),
];
