import { Box, Loader } from '@mantine/core';
import { IconFile, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Asset } from '#shared/model/content.ts';
import { wantThumbnail } from './video-thumbnail.ts';

const icons = { image: IconPhoto, video: IconVideo, audio: IconMusic, document: IconFile };

export const isWorking = ({ processingStatus }: Asset) =>
  processingStatus === 'processing' || processingStatus === 'pending';

/** What stands for an asset in a list. A video without a picture has one taken. */
export function AssetPicture({ asset }: { asset: Asset }) {
  const Icon = icons[asset.assetType];
  const picture = asset.thumbnailUrl ?? (asset.assetType === 'image' ? asset.publicUrl : null);
  const missing = asset.assetType === 'video' && !picture && !isWorking(asset);
  useEffect(() => {
    if (missing) wantThumbnail(asset);
  }, [missing, asset]);
  return (
    <>
      {picture ? <img src={picture} alt="" loading="lazy" /> : <Icon size={28} stroke={1.4} aria-hidden />}
      {isWorking(asset) && (
        <Box
          component="span"
          className="db-center"
          pos="absolute"
          inset={0}
          bg="rgb(11 18 32 / 0.55)"
          role="status"
          aria-label="Processing"
        >
          <Loader size="sm" color="white" />
        </Box>
      )}
    </>
  );
}
