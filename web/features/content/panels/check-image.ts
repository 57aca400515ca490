import { editorConstants } from '#shared/model/editor-constants.ts';
import { onPictureSettled, sceneAssets } from '../scene/assets.ts';

/** Whether the canvas gets a picture from an address within 5 s. What comes later counts as no. */
export function imageLoads(url: string): Promise<boolean> {
  if (sceneAssets.image(url).state === 'error') sceneAssets.retry(url);
  return new Promise((resolve) => {
    const settle = (loads: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(loads);
    };
    const look = () => {
      const { state } = sceneAssets.image(url);
      if (state !== 'loading') settle(state === 'loaded');
    };
    const timer = setTimeout(() => settle(false), editorConstants.imageCheck);
    const stop = onPictureSettled(look);
    look();
  });
}
