/** What other nouns use of this one. They import this file and no other. */

export { photosInMail } from './in-mail.ts';
export { facesOf, repOf } from './lookup.ts';
export { repPhotoLives, repPhotoPersonalData } from './personal-data.ts';
export { videoMade } from './video-made.ts';
