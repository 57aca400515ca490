import { Video as MediaVideo } from '@remotion/media';
import { AbsoluteFill, Composition, Img, OffthreadVideo, staticFile, useCurrentFrame } from 'remotion';

/* The scenes of the render bench as a Remotion project would draw them: the same things, the same counts. */

export const size = { width: 1920, height: 1080, fps: 30 };

/** The same small hash everywhere: a number from 0 to 1 for an index and a channel. */
const hash = (index, channel) => {
  const x = Math.sin(index * 127.1 + channel * 311.7) * 43758.5453;
  return x - Math.floor(x);
};
const times = (count) => Array.from({ length: count }, (_, index) => index);
const wrap = (value, limit) => ((value % limit) + limit) % limit;

function Dots({ count, color, channel, fall, sway, min, max }) {
  const t = useCurrentFrame() / size.fps;
  return times(count).map((index) => {
    const side = min + hash(index, channel) * (max - min);
    const x = hash(index, channel + 1) * 1920 + Math.sin(t * (0.5 + hash(index, channel + 2)) + index) * sway;
    const y = wrap(hash(index, channel + 3) * 1080 + t * fall * (0.5 + hash(index, channel + 4)), 1100) - 20;
    return (
      <div
        key={index}
        style={{
          position: 'absolute',
          left: x,
          top: y,
          width: side,
          height: side,
          borderRadius: side / 2,
          background: color,
          opacity: 0.4 + hash(index, channel + 5) * 0.6,
        }}
      />
    );
  });
}

const Title = ({ children, top = 80, size: fontSize = 110 }) => (
  <div
    style={{
      position: 'absolute',
      left: 120,
      top,
      width: 1680,
      fontSize,
      fontWeight: 700,
      fontFamily: 'Inter, sans-serif',
      color: '#ffffff',
      textShadow: '0 6px 18px rgba(0,0,0,.5)',
    }}
  >
    {children}
  </div>
);

function Bars() {
  const t = useCurrentFrame() / size.fps;
  return times(8).map((index) => {
    const height = 120 + 260 * Math.abs(Math.sin(t * 0.6 + index));
    return (
      <div
        key={index}
        style={{
          position: 'absolute',
          left: 900 + index * 115,
          top: 980 - height,
          width: 80,
          height,
          background: '#f5a524',
          borderRadius: 8,
        }}
      />
    );
  });
}

const Light = () => (
  <AbsoluteFill style={{ background: '#14213d' }}>
    <Img
      src={staticFile('photo.png')}
      style={{
        position: 'absolute',
        left: 120,
        top: 320,
        width: 640,
        height: 480,
        objectFit: 'cover',
        borderRadius: 24,
      }}
    />
    <Title>Deal closed</Title>
    <Bars />
    <Dots count={100} color="#ffffff" channel={1} fall={90} sway={30} min={4} max={12} />
  </AbsoluteFill>
);

const Heavy = () => {
  const t = useCurrentFrame() / size.fps;
  return (
    <AbsoluteFill style={{ background: '#070b18' }}>
      {times(6).map((index) => (
        <div
          key={index}
          style={{
            position: 'absolute',
            left: 200 + index * 260 + Math.sin(t * 0.4 + index) * 160,
            top: -200,
            width: 700,
            height: 1000,
            background: `radial-gradient(closest-side, hsla(${140 + index * 25}, 80%, 60%, .35), transparent)`,
          }}
        />
      ))}
      <Dots count={200} color="#dbe7ff" channel={20} fall={6} sway={4} min={1} max={4} />
      <Dots count={100} color="#ffffff" channel={30} fall={90} sway={30} min={4} max={12} />
      {times(40).map((index) => {
        const y = wrap(hash(index, 40) * 1080 + t * 160 * (0.6 + hash(index, 41)), 1200) - 80;
        return (
          <div
            key={index}
            style={{
              position: 'absolute',
              left: hash(index, 42) * 1860,
              top: y,
              width: 90,
              height: 42,
              background: '#4b9a5d',
              border: '3px solid #d7efdc',
              color: '#d7efdc',
              fontSize: 22,
              textAlign: 'center',
              transform: `rotate(${Math.sin(t * 2 + index) * 40}deg)`,
            }}
          >
            $100
          </div>
        );
      })}
      <Title>Deal closed</Title>
    </AbsoluteFill>
  );
};

const words =
  'Three calls, one site visit and a signature before lunch: what a closed deal looks like from the floor.';
const TextOnly = () => (
  <AbsoluteFill style={{ background: '#f7f9fc' }}>
    {times(10).map((index) => (
      <div
        key={index}
        style={{
          position: 'absolute',
          left: 100 + (index % 2) * 900,
          top: 60 + Math.floor(index / 2) * 200,
          width: 820,
          fontSize: 40,
          lineHeight: 1.3,
          fontFamily: 'Inter, sans-serif',
          fontWeight: index % 3 === 0 ? 700 : 400,
          color: '#131d38',
        }}
      >
        {words}
      </div>
    ))}
  </AbsoluteFill>
);

const Source = ({ web }) => (
  <AbsoluteFill style={{ background: '#000000' }}>
    {web ? (
      <MediaVideo src={staticFile('source.mp4')} muted style={{ width: 1920, height: 1080 }} />
    ) : (
      <OffthreadVideo src={staticFile('source.mp4')} muted style={{ width: 1920, height: 1080 }} />
    )}
    <Title top={860}>Deal closed</Title>
  </AbsoluteFill>
);

export const scenes = { light: Light, heavy: Heavy, text: TextOnly, source: Source };

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
