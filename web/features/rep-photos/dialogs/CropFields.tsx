import { Button, Group, Slider, Text } from '@mantine/core';
import { useState } from 'react';
import type { RepPhoto, RepPhotoCrop } from '#shared/model/rep-photo.ts';
import { api } from '#web/app/api.ts';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { faceCropAt } from '../face/find-face.ts';
import { useGuarded } from '../use-guarded.ts';

const sliders = [
  { name: 'x', label: 'Left to right', min: 0, max: 1, step: 0.02 },
  { name: 'y', label: 'Top to bottom', min: 0, max: 1, step: 0.02 },
  { name: 'zoom', label: 'Closer', min: 1, max: 4, step: 0.1 },
] as const;

const middle: RepPhotoCrop = { x: 0.5, y: 0.5, zoom: 1 };

/** Says by hand which square of a photo is shown. */
export function CropFields({ photo }: { photo: RepPhoto }) {
  const [crop, setCrop] = useState<RepPhotoCrop>(photo.crop ?? middle);
  const [busy, run] = useGuarded('Crop');
  const apply = (wanted: RepPhotoCrop | null) =>
    run(() => api.repPhotos.crop({ id: photo.id, crop: wanted }));
  /** By the face, where one is found; else where the eye is drawn to. */
  const centre = () =>
    run(async () => {
      const found = (await faceCropAt(photo.url)) ?? null;
      await api.repPhotos.crop({ id: photo.id, crop: found });
      setCrop(found ?? middle);
    });
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <Text component="legend" size="sm" fw={500} mb={4}>
        What the square shows
      </Text>
      <AutoGrid min={140} gap={16}>
        {sliders.map(({ name, label, ...range }) => (
          <div key={name}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Slider
              {...range}
              thumbLabel={label}
              label={null}
              value={crop[name]}
              onChange={(value) => setCrop({ ...crop, [name]: value })}
            />
          </div>
        ))}
      </AutoGrid>
      <Group gap="xs" mt={12}>
        <Button
          data-changes
          size="compact-sm"
          variant="default"
          loading={busy}
          onClick={() => void apply(crop)}
        >
          Apply
        </Button>
        {photo.crop && (
          <Button
            data-changes
            size="compact-sm"
            variant="subtle"
            disabled={busy}
            onClick={() => void centre()}
          >
            Centre by itself
          </Button>
        )}
      </Group>
    </fieldset>
  );
}
