import { ActionIcon, Alert, Box, Button, Group, Select, Slider, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconVolume } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import styles from './AudioPlayer.module.css';
import { audioProblem, barCount, peaksOf, seekOf, timeText } from './waveform.ts';

const speeds = ['0.75', '1', '1.25', '1.5', '2'].map((value) => ({ value, label: `${value}×` }));
const flat = Array.from({ length: barCount }, () => 0);
/** A longer file is heard without its waveform: to draw it, all of it lies in memory. */
const drawnBytes = 60_000_000;

/** The peaks of a file, worked out once it is there; flat where it cannot be read, which the player tells of itself. */
function usePeaks(src: string): number[] {
  const [peaks, setPeaks] = useState(flat);
  useEffect(() => {
    const stop = new AbortController();
    setPeaks(flat);
    const draw = async () => {
      const response = await fetch(src, { signal: stop.signal });
      if (!response.ok || Number(response.headers.get('content-length') ?? 0) > drawnBytes) return;
      const context = new OfflineAudioContext(1, 1, 8_000);
      const sound = await context.decodeAudioData(await response.arrayBuffer());
      if (!stop.signal.aborted) setPeaks(peaksOf(sound.getChannelData(0)));
    };
    void draw().catch(() => undefined);
    return () => stop.abort();
  }, [src]);
  return peaks;
}

interface AudioPlayerProps {
  src: string;
  /** What is heard: 'Recording of the call'. */
  label: string;
  /** Times that are marked in the waveform, in seconds. */
  marks?: readonly number[];
  /** Where it is to go on; another object each time. */
  goTo?: { at: number } | undefined;
  onTime?: (seconds: number) => void;
  /** Asks for the file's address again, where it could not be loaded. */
  onRetry: () => void;
}

/** Plays a sound with its waveform: arrow keys seek by 5 s, page keys by 30 s. */
export function AudioPlayer({ src, label, marks = [], goTo, onTime, onRetry }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const peaks = usePeaks(src);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [duration, setDuration] = useState(0);
  const [speed, setSpeed] = useState('1');
  const [volume, setVolume] = useState(1);
  const [problem, setProblem] = useState<string>();
  const seek = (seconds: number) => {
    if (!audio.current) return;
    audio.current.currentTime = seconds;
    setAt(seconds);
    onTime?.(seconds);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes there once for each that is given
  useEffect(() => {
    if (goTo) seek(goTo.at);
  }, [goTo]);
  const toggle = () => {
    if (!audio.current) return;
    if (playing) audio.current.pause();
    else audio.current.play().catch(() => setProblem(audioProblem(audio.current?.error?.code)));
  };
  const press = (event: KeyboardEvent) => {
    const to = seekOf(event.key, at, duration);
    if (to === undefined) return;
    event.preventDefault();
    seek(to);
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    seek(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration);
  };
  const place = (seconds: number) => (duration > 0 ? (seconds / duration) * 100 : 0);
  return (
    <Box component="section" className="db-frame" p={12} bg="var(--db-surface)" aria-label={label}>
      {/* biome-ignore lint/a11y/useMediaCaption: a recording of a call has no captions */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => {
          setProblem(undefined);
          setDuration(Number.isFinite(currentTarget.duration) ? currentTarget.duration : 0);
          currentTarget.playbackRate = Number(speed);
          currentTarget.volume = volume;
        }}
        onTimeUpdate={({ currentTarget }) => {
          setAt(currentTarget.currentTime);
          onTime?.(currentTarget.currentTime);
        }}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={({ currentTarget }) => setProblem(audioProblem(currentTarget.error?.code))}
      />
      {problem && (
        <Alert color="red" role="alert" mb="sm">
          {problem}
          <Button data-changes size="compact-sm" variant="default" ml="sm" onClick={onRetry}>
            Try again
          </Button>
        </Alert>
      )}
      <div
        className={styles.wave}
        role="slider"
        tabIndex={0}
        aria-label="Time"
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={`${timeText(at)} of ${timeText(duration)}`}
        onKeyDown={press}
        onPointerDown={point}
        onPointerMove={point}
      >
        {peaks.map((peak, bar) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={bar}
            className={`${styles.bar} ${(bar + 0.5) * (100 / barCount) <= place(at) ? styles.heard : ''}`}
            style={{ blockSize: `${Math.round(peak * 100)}%` }}
          />
        ))}
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} style={{ insetInlineStart: `${place(mark)}%` }} />
        ))}
      </div>
      <Group gap="8px 12px" mt={10}>
        <ActionIcon size="lg" aria-label={playing ? 'Pause' : 'Play'} onClick={toggle}>
          {playing ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
        </ActionIcon>
        <Text size="sm" className="db-figures" flex={1} miw={90}>
          {timeText(at)} / {timeText(duration)}
        </Text>
        <Select
          aria-label="Speed"
          size="xs"
          w={84}
          allowDeselect={false}
          data={speeds}
          value={speed}
          onChange={(value) => {
            if (!value) return;
            setSpeed(value);
            if (audio.current) audio.current.playbackRate = Number(value);
          }}
        />
        <Group gap={8} wrap="nowrap">
          <IconVolume size={16} aria-hidden />
          <Slider
            w={90}
            size="sm"
            thumbLabel="Volume"
            min={0}
            max={1}
            step={0.1}
            label={(value) => `${Math.round(value * 100)} %`}
            value={volume}
            onChange={(value) => {
              setVolume(value);
              if (audio.current) audio.current.volume = value;
            }}
          />
        </Group>
      </Group>
    </Box>
  );
}
