import { renderMediaOnWeb } from '@remotion/web-renderer';
import { scenes, size } from './scenes.jsx';

/** Renders a scene in this page. @returns the file's size in bytes */
window.renderScene = async (id, frames) => {
  const { getBlob } = await renderMediaOnWeb({
    composition: {
      id,
      component: scenes[id],
      durationInFrames: frames,
      defaultProps: { web: true },
      ...size,
    },
    inputProps: { web: true },
    container: 'mp4',
    videoCodec: 'h264',
    videoBitrate: 8_000_000,
    muted: true,
    logLevel: 'error',
  });
  return (await getBlob()).size;
};
