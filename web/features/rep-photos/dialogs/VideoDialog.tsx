import { Alert, Anchor, Button, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import type { DialogProps } from '../RepPhotosPanel.tsx';
import { sentences } from '../sentences.ts';
import { useGuarded } from '../use-guarded.ts';
import { Dialog } from './Dialog.tsx';

/** How often it is asked whether a video is there, ms, and for how long. */
const askAgainMs = 2_000;
const attempts = 300;

type Video = Awaited<ReturnType<typeof api.repPhotos.video>>;

/** @throws Error with the reason why there is none */
async function finished(first: Video): Promise<Video> {
  let video = first;
  for (let tried = 0; video.status === 'processing' && tried < attempts; tried++) {
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    video = await api.repPhotos.video({ id: video.id! });
  }
  if (video.status === 'completed') return video;
  throw new Error(video.error ?? 'The video takes longer than usual. Please look again later.');
}

/** Has a celebration of a deal made as a video. */
export default function VideoDialog({ onClose }: DialogProps) {
  const [deal, setDeal] = useState({ repEmail: '', repName: '', companyName: '' });
  const [dealAmount, setDealAmount] = useState<number | string>('');
  const [video, setVideo] = useState<Video>();
  const [busy, run] = useGuarded('Video generation');
  const field = (name: keyof typeof deal) => ({
    value: deal[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setDeal((old) => ({ ...old, [name]: value }));
    },
  });
  const generate = () => {
    if (!deal.repEmail.trim()) return toast.error(sentences.repEmail);
    return run(async () => {
      setVideo(undefined);
      const amount = dealAmount === '' ? {} : { dealAmount: Number(dealAmount) };
      setVideo(await finished(await api.repPhotos.generateVideo({ ...deal, ...amount })));
      toast.success(sentences.videoDone);
    });
  };
  return (
    <Dialog title="Generate Celebration Video" onClose={onClose}>
      <form
        data-changes
        noValidate
        className="db-column"
        style={{ gap: 14 }}
        onSubmit={(event) => {
          event.preventDefault();
          void generate();
        }}
      >
        <TextInput label="Sales rep email" type="email" {...field('repEmail')} />
        <TextInput label="Sales rep name" maxLength={120} {...field('repName')} />
        <NumberInput
          label="Deal amount"
          prefix="$"
          thousandSeparator=","
          min={0}
          value={dealAmount}
          onChange={setDealAmount}
        />
        <TextInput label="Company name" maxLength={120} {...field('companyName')} />
        <Button type="submit" loading={busy}>
          Generate video
        </Button>
      </form>
      {busy && (
        <Alert variant="light" role="status">
          The video is being made from your newest template of the category Celebration.
        </Alert>
      )}
      {video?.videoUrl && (
        <Alert color="green" variant="light" role="status">
          <Anchor href={video.videoUrl} download>
            Download the video
          </Anchor>
          , made in {((video.processingTimeMs ?? 0) / 1000).toFixed(1)} s.
        </Alert>
      )}
    </Dialog>
  );
}
