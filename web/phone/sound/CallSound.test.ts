import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallSound } from './CallSound.ts';
import { chooseDevices } from './devices.ts';

/* Devices that are plugged and unplugged: no browser can be told to do that. */

class Track extends EventTarget {
  readyState = 'live';
  enabled = true;
  readonly deviceId: string;
  constructor(deviceId: string) {
    super();
    this.deviceId = deviceId;
  }
  getSettings = () => ({ deviceId: this.deviceId });
  stop() {
    this.readyState = 'ended';
  }
}

function machine(...plugged: string[]) {
  const tracks: Track[] = [];
  const stand = Object.assign(new EventTarget(), {
    plugged,
    tracks,
    enumerateDevices: async () =>
      ['audioinput', 'audiooutput'].flatMap((kind) => stand.plugged.map((deviceId) => ({ deviceId, kind }))),
    getUserMedia: async ({ audio }: { audio: { deviceId?: { exact: string } } }) => {
      const wanted = audio.deviceId?.exact ?? stand.plugged[0];
      if (!wanted || !stand.plugged.includes(wanted))
        throw Object.assign(new Error('none'), {
          name: audio.deviceId ? 'OverconstrainedError' : 'NotFoundError',
        });
      const track = new Track(wanted);
      tracks.push(track);
      return { getAudioTracks: () => [track], getTracks: () => [track] };
    },
    unplug(deviceId: string) {
      stand.plugged = stand.plugged.filter((one) => one !== deviceId);
      for (const track of tracks)
        if (track.deviceId === deviceId && track.readyState === 'live') {
          track.stop();
          track.dispatchEvent(new Event('ended'));
        }
      stand.dispatchEvent(new Event('devicechange'));
    },
    plug(deviceId: string) {
      stand.plugged = [...stand.plugged, deviceId];
      stand.dispatchEvent(new Event('devicechange'));
    },
  });
  return stand;
}

async function call(stand: ReturnType<typeof machine>) {
  const said: string[] = [];
  const speaker = {
    srcObject: null,
    sinkId: '',
    setSinkId: async (id: string) => {
      speaker.sinkId = id;
    },
  };
  const sound = new CallSound({
    say: (text) => said.push(text),
    speaker,
    devices: stand as unknown as MediaDevices,
  });
  const [track] = (await sound.open()).getAudioTracks();
  const sender = {
    track: track as MediaStreamTrack,
    replaceTrack: async (now: MediaStreamTrack) => {
      sender.track = now;
    },
  };
  sound.carry({ getSenders: () => [sender as unknown as RTCRtpSender] });
  await sound.adjust();
  return { sound, sender: sender as unknown as { track: Track }, speaker, said };
}

afterEach(() => chooseDevices({ microphone: '', speaker: '', ringer: '' }));

describe('the devices of a call', () => {
  it('goes on by the system’s microphone when the chosen one is unplugged, muted as before, and says so', async () => {
    const stand = machine('built-in', 'headset');
    chooseDevices({ microphone: 'headset', speaker: 'headset' });
    const { sound, sender, speaker, said } = await call(stand);
    expect([sender.track.deviceId, speaker.sinkId]).toEqual(['headset', 'headset']);
    sender.track.enabled = false;
    stand.unplug('headset');
    await vi.waitFor(() => expect(sender.track.deviceId).toBe('built-in'));
    expect(sender.track.enabled).toBe(false);
    expect(speaker.sinkId).toBe('');
    await vi.waitFor(() =>
      expect(said).toEqual([
        'Your speaker was unplugged. You hear the call by the system’s own.',
        'Your microphone was unplugged. You are heard by the system’s own.',
      ]),
    );

    stand.plug('headset');
    await vi.waitFor(() => expect([sender.track.deviceId, speaker.sinkId]).toEqual(['headset', 'headset']));
    expect(said).toHaveLength(2);
    sound.close();
    expect(stand.tracks.map(({ readyState }) => readyState)).not.toContain('live');
  });

  it('says that nobody hears the agent where there is no other microphone, and takes the next one plugged', async () => {
    const stand = machine('headset');
    const { sound, sender, said } = await call(stand);
    stand.unplug('headset');
    const unheard = 'Your microphone was unplugged, and there is no other: you are not heard. Connect one.';
    await vi.waitFor(() => expect(said).toContain(unheard));
    stand.plug('usb');
    await vi.waitFor(() => expect(sender.track.deviceId).toBe('usb'));
    sound.close();
  });

  it('changes the microphone of a call that goes on as soon as another is chosen', async () => {
    const stand = machine('built-in', 'headset');
    const { sound, sender, said } = await call(stand);
    chooseDevices({ microphone: 'headset' });
    await vi.waitFor(() => expect(sender.track.deviceId).toBe('headset'));
    expect(said).toEqual([]);
    sound.close();
  });

  it('opens the system’s microphone for a call where the chosen one is not connected, and says so', async () => {
    chooseDevices({ microphone: 'headset' });
    const { sound, sender, said } = await call(machine('built-in'));
    expect(sender.track.deviceId).toBe('built-in');
    expect(said).toEqual(['Your microphone is not connected. The system’s own is used.']);
    sound.close();
  });
});
