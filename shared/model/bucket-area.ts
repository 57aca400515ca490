/**
 * Key areas of the files bucket; each holds `<area>/<tenant>/…`. `media` is what the CDN serves; `uploads` takes what
 * browsers send, until a call has looked at it.
 */
export type BucketArea =
  | 'media'
  | 'uploads'
  | 'exports'
  | 'public'
  | 'announcements'
  | 'imports'
  | 'versions'
  | 'hooks'
  | 'recordings'
  | 'plans'
  | 'prompts';
