import {
  Button,
  FileButton,
  Group,
  Loader,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isMediaSource } from '#shared/model/urls.ts';
import { query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { type AssetKind, problemOfKind, uploadAsset } from '../data/uploads.ts';
import { imageLoads } from './check-image.ts';
import styles from './panels.module.css';

interface AssetPickerProps {
  label: string;
  assetType?: AssetKind;
  /** The address of the file; '' while none is chosen. */
  value: string;
  placeholder?: string;
  onChange: (url: string, assetId?: string) => void;
}

/** Chooses an image, a video or a sound: from the library, from this machine, or by its address. */
export function AssetPicker({
  label,
  assetType = 'image',
  value,
  placeholder = 'https://',
  onChange,
}: AssetPickerProps) {
  const [typed, setTyped] = useState<string>();
  const [percent, setPercent] = useState<number>();
  const { data } = useQuery(query.content.listAssets.queryOptions({ input: { type: assetType, limit: 12 } }));

  const upload = async (file: File | null) => {
    if (!file) return;
    const isVideo = assetType === 'video';
    const problem = problemOfKind(file, assetType);
    if (problem) return toast.error(problem);
    setPercent(0);
    if (isVideo) toast.info('Uploading video...');
    try {
      const asset = await uploadAsset(file, { onProgress: setPercent });
      onChange(asset.publicUrl, asset.id);
      if (isVideo) toast.success('Video uploaded successfully!');
    } catch (error) {
      if (!isVideo) return toast.error(error);
      onChange(URL.createObjectURL(file));
      toast.error(
        'Failed to upload video. Please try again.',
        'Using local preview (video will need to be re-uploaded on save)',
      );
    } finally {
      setPercent(undefined);
    }
  };
  // Anything on the page may ask for a video by this event; the form that holds one opens its file chooser.
  const choose = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (assetType !== 'video') return;
    const open = () => choose.current?.click();
    window.addEventListener('trigger-video-upload', open);
    return () => window.removeEventListener('trigger-video-upload', open);
  }, [assetType]);
  const [checking, setChecking] = useState(false);
  const check = async (url: string) => {
    setChecking(true);
    const loads = await imageLoads(url);
    setChecking(false);
    if (!loads) toast.warning('No image was found at this address', 'The address is kept all the same.');
  };
  const keep = () => {
    const url = typed?.trim();
    setTyped(undefined);
    if (!url || url === value) return;
    onChange(url);
    if (assetType === 'image' && isMediaSource(url)) void check(url);
  };

  return (
    <Stack gap={8}>
      <Group justify="space-between">
        <Text size="xs" fw={550}>
          {label}
        </Text>
        <Group gap={4}>
          {value && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange('')}>
              Remove
            </Button>
          )}
          <FileButton accept={`${assetType}/*`} onChange={(file) => void upload(file)}>
            {(props) => (
              <Button
                data-changes
                {...props}
                ref={choose}
                size="compact-xs"
                variant="default"
                loading={percent !== undefined}
              >
                Upload
              </Button>
            )}
          </FileButton>
        </Group>
      </Group>
      {percent !== undefined && <Progress value={percent} size="sm" aria-label="Uploading" />}
      <TextInput
        size="xs"
        aria-label={`${label} address`}
        placeholder={placeholder}
        rightSection={
          checking && <Loader size={12} color="gray" aria-label="Checking the image" role="status" />
        }
        value={typed ?? value}
        error={typed && !isMediaSource(typed.trim()) ? 'Begin with https://, http:// or data:' : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
      />
      {data && data.assets.length > 0 && (
        <SimpleGrid cols={4} spacing={6}>
          {data.assets.map((asset) => (
            <UnstyledButton
              key={asset.id}
              className="db-frame"
              pos="relative"
              style={{ overflow: 'hidden' }}
              aria-label={`Use ${asset.name}`}
              aria-pressed={asset.publicUrl === value}
              onClick={() => {
                onChange(asset.publicUrl, asset.id);
                if (assetType === 'video') toast.success(`Selected video: ${asset.name}`);
              }}
            >
              <span className={styles.thumb} style={{ cursor: 'pointer', aspectRatio: 1 }}>
                {asset.thumbnailUrl || asset.assetType === 'image' ? (
                  <img src={asset.thumbnailUrl ?? asset.publicUrl} alt="" loading="lazy" />
                ) : (
                  <Text size="xs" truncate maw="100%" component="span">
                    {asset.name}
                  </Text>
                )}
              </span>
            </UnstyledButton>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
