import { Group, NumberInput, Select, Stack, Switch, Text } from '@mantine/core';
import { contentLimits } from '#shared/model/content.ts';
import { Surface } from '#web/ui/layout/layout.tsx';

/** What is asked of each video. */
export interface VideoForm {
  videoFormat: 'mp4' | 'webm' | 'gif';
  quality: 'low' | 'medium' | 'high';
  duration: number;
  dimensions: { width: number; height: number };
  includeAnimations: boolean;
}

export const firstVideo: VideoForm = {
  videoFormat: 'mp4',
  quality: 'high',
  duration: 10,
  dimensions: { width: 1920, height: 1080 },
  includeAnimations: true,
};

const sizes = ['1920 × 1080', '1280 × 720', '1080 × 1920', '1080 × 1080', '640 × 360'];
const named = ({ width, height }: VideoForm['dimensions']) => `${width} × ${height}`;

interface VideoOptionsProps {
  value: VideoForm;
  onChange: (value: VideoForm) => void;
  rows: number;
}

export function VideoOptions({ value, onChange, rows }: VideoOptionsProps) {
  const patch = (change: Partial<VideoForm>) => onChange({ ...value, ...change });
  const minutes = Math.ceil((rows * value.duration) / 60);
  return (
    <Surface component="section" aria-label="Videos">
      <Stack gap="md">
        <Group grow align="start">
          <Select
            label="Size in px"
            allowDeselect={false}
            data={sizes}
            value={named(value.dimensions)}
            onChange={(size) => {
              const [width, height] = (size ?? sizes[0]!).split(' × ').map(Number) as [number, number];
              patch({ dimensions: { width, height } });
            }}
          />
          <NumberInput
            label="Seconds"
            min={1}
            max={contentLimits.exportDuration.max}
            value={value.duration}
            onChange={(seconds) =>
              typeof seconds === 'number' && seconds >= 1 && patch({ duration: seconds })
            }
          />
        </Group>
        <Group grow align="start">
          <Select
            label="Format"
            allowDeselect={false}
            value={value.videoFormat}
            onChange={(format) => patch({ videoFormat: (format ?? 'mp4') as VideoForm['videoFormat'] })}
            data={[
              { value: 'mp4', label: 'MP4' },
              { value: 'webm', label: 'WebM' },
              { value: 'gif', label: 'GIF' },
            ]}
          />
          <Select
            label="Quality"
            allowDeselect={false}
            value={value.quality}
            onChange={(quality) => patch({ quality: (quality ?? 'high') as VideoForm['quality'] })}
            data={[
              { value: 'low', label: 'Low' },
              { value: 'medium', label: 'Medium' },
              { value: 'high', label: 'High' },
            ]}
          />
        </Group>
        <Switch
          label="Include animations"
          checked={value.includeAnimations}
          onChange={(event) => patch({ includeAnimations: event.currentTarget.checked })}
        />
        <Text size="sm" c="dimmed" className="db-figures">
          {rows === 1 ? '1 video' : `${rows.toLocaleString()} videos`}, {minutes.toLocaleString()}{' '}
          {minutes === 1 ? 'minute' : 'minutes'} in all. What does not depend on a row is drawn once for all
          of them. They are kept for 30 days.
        </Text>
      </Stack>
    </Surface>
  );
}
