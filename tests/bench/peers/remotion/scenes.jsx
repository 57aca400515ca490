import { Video as MediaVideo } from '@remotion/media';
import { useLayoutEffect, useRef } from 'react';
import {
  AbsoluteFill,
  Composition,
  Easing,
  Img,
  interpolate,
  Loop,
  OffthreadVideo,
  staticFile,
  useCurrentFrame,
} from 'remotion';
import { drawEffects } from './effects.generated.js';

/*
 * The scenes of the render bench as a Remotion project would draw them: the same things in the same places. The
 * effects are drawn on a canvas by the very code that ours runs, so that the renderers are compared and not two
 * ways to draw leaves.
 */

export const size = { width: 1920, height: 1080, fps: 30 };
const background = 'linear-gradient(135deg, #0f172a 0%, #312e81 100%)';

function Effects({ names }) {
  const frame = useCurrentFrame();
  const canvas = useRef(null);
  useLayoutEffect(() => drawEffects(canvas.current, names, frame / size.fps), [frame, names]);
  return <canvas ref={canvas} width={1920} height={1080} style={{ position: 'absolute', left: 0, top: 0 }} />;
}

const Title = ({ children }) => (
  <div
    style={{
      position: 'absolute',
      left: 120,
      top: 80,
      width: 1600,
      fontSize: 120,
      fontWeight: 800,
      fontFamily: 'Inter, sans-serif',
      color: '#ffffff',
      textShadow: '0px 6px 14px rgba(0, 0, 0, 0.55)',
    }}
  >
    {children}
  </div>
);

const bars = [
  ['Mon', 12],
  ['Tue', 19],
  ['Wed', 15],
  ['Thu', 24],
  ['Fri', 31],
];
const BarChart = () => (
  <div
    style={{
      position: 'absolute',
      left: 120,
      top: 320,
      width: 960,
      height: 600,
      background: '#ffffff',
      borderRadius: 24,
      fontFamily: 'Inter, sans-serif',
      color: '#131d38',
    }}
  >
    <div style={{ position: 'absolute', left: 40, top: 28, fontSize: 36, fontWeight: 700 }}>
      Deals this week
    </div>
    {bars.map(([label, value], at) => (
      <div key={label}>
        <div
          style={{
            position: 'absolute',
            left: 100 + at * 165,
            bottom: 80,
            width: 110,
            height: value * 12,
            background: '#2563eb',
            borderRadius: 8,
          }}
        />
        <div style={{ position: 'absolute', left: 130 + at * 165, bottom: 30, fontSize: 24 }}>{label}</div>
        <div style={{ position: 'absolute', left: 130 + at * 165, bottom: 90 + value * 12, fontSize: 26 }}>
          {value}
        </div>
      </div>
    ))}
  </div>
);

const Light = () => (
  <AbsoluteFill style={{ background }}>
    <Title>Deal of the day</Title>
    <Img
      src={staticFile('photo.png')}
      style={{ position: 'absolute', left: 1200, top: 320, width: 600, height: 450 }}
    />
    <BarChart />
    <Effects names={snow} />
  </AbsoluteFill>
);
const snow = ['snow_animation'];
const heavy = ['aurora_borealis', 'matrix_rain', 'fireworks', 'falling_leaves'];

const Heavy = () => (
  <AbsoluteFill style={{ background }}>
    <Effects names={heavy} />
    <Title>Closed!</Title>
  </AbsoluteFill>
);

const TextOnly = () => {
  const t = useCurrentFrame() / size.fps;
  const slid = interpolate(t, [0, 0.6], [0, 1], {
    extrapolateRight: 'clamp',
    easing: Easing.out(Easing.cubic),
  });
  const pulse = 1 + 0.05 * Math.sin(t * Math.PI * 2);
  return (
    <AbsoluteFill style={{ background }}>
      <div
        style={{
          position: 'absolute',
          left: 120,
          top: 80,
          width: 1680,
          fontSize: 140,
          fontWeight: 800,
          fontFamily: 'Inter, sans-serif',
          color: '#c084fc',
          transform: `scale(${pulse})`,
        }}
      >
        Nobody sells like Ada
      </div>
      {Array.from({ length: 6 }, (_, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          key={at}
          style={{
            position: 'absolute',
            left: 120,
            top: 340 + at * 110,
            width: 1600,
            fontSize: 56,
            fontFamily: 'Inter, sans-serif',
            color: '#e2e8f0',
            opacity: slid,
            transform: `translateX(${(1 - slid) * (at % 2 ? -1600 : 1600)}px)`,
          }}
        >
          {at + 1}. A line of text that slides into its place and stays
        </div>
      ))}
    </AbsoluteFill>
  );
};

const place = { position: 'absolute', left: 320, top: 180, width: 1280, height: 720 };
const Source = ({ web }) => (
  <AbsoluteFill style={{ background }}>
    <Loop durationInFrames={150}>
      {web ? (
        <MediaVideo src={staticFile('source.mp4')} muted style={place} />
      ) : (
        <OffthreadVideo src={staticFile('source.mp4')} muted style={place} />
      )}
    </Loop>
    <Title>On the roof</Title>
  </AbsoluteFill>
);

export const scenes = { light: Light, heavy: Heavy, 'text-only': TextOnly, 'source-video': Source };

export const Root = () =>
  Object.entries(scenes).map(([id, component]) => (
    <Composition
      key={id}
      id={id}
      component={component}
      durationInFrames={300}
      defaultProps={{ web: false }}
      {...size}
    />
  ));
