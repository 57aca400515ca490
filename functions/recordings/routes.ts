import { routesOf } from '#functions/kernel/http.ts';
import { recordings } from '#shared/api/recordings.ts';
import { actOnMany } from './bulk.ts';
import { deployRecording, exchangeStateOf, playableSounds, testExchange } from './deploy.ts';
import { generate } from './generate.ts';
import { analyticsOf, trackUsage } from './plays.ts';
import {
  createRecording,
  getRecording,
  listRecordings,
  opened,
  removeRecording,
  updateRecording,
} from './prompts.ts';
import { sentSound } from './sounds.ts';
import { recordingOr404 } from './store.ts';
import { testVoice, voiceUsage } from './try-voice.ts';
import { startUpload, uploadSound } from './upload.ts';
import { hearVersion, listVersions, restoreVersion } from './versions.ts';
import { elevenLabsConfig, listVoices, setElevenLabs, testConnection } from './voice-settings.ts';

const r = routesOf(recordings);

export const routes = r.router({
  list: r.list.handler(({ input }) => listRecordings(input)),
  create: r.create.handler(({ input }) => createRecording(input)),
  get: r.get.handler(({ input }) => getRecording(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => updateRecording(id, changes, version)),
  remove: r.remove.handler(async ({ input }) => {
    const { name } = await removeRecording(input.id);
    return { message: `“${name}” has been removed.` };
  }),
  bulk: r.bulk.handler(({ input }) => actOnMany(input.action, input.ids)),
  generate: r.generate.handler(({ input }) => generate(input.id)),
  startUpload: r.startUpload.handler(({ input }) => startUpload(input.id, input.fileSize)),
  upload: r.upload.handler(({ input }) => uploadSound(input.id, input.audio, input.uploadId)),
  audio: r.audio.handler(async ({ input }) => {
    const file = await sentSound(await recordingOr404(input.id));
    return new Blob([new Uint8Array(file)], { type: 'audio/wav' });
  }),
  versions: r.versions.handler(({ input }) => listVersions(input.id)),
  restore: r.restore.handler(({ input }) => restoreVersion(input.id, input.versionId)),
  hearVersion: r.hearVersion.handler(({ input }) => hearVersion(input.id, input.versionId)),
  asteriskPath: r.asteriskPath.handler(async ({ input }) => exchangeStateOf(await recordingOr404(input.id))),
  asteriskList: r.asteriskList.handler(() => playableSounds()),
  testAsteriskSsh: r.testAsteriskSsh.handler(() => testExchange()),
  deploy: r.deploy.handler(async ({ input }) => opened(await deployRecording(input.id))),
  config: r.config.handler(() => elevenLabsConfig()),
  setConfig: r.setConfig.handler(({ input }) => setElevenLabs(input)),
  testConnection: r.testConnection.handler(({ input }) => testConnection(input.apiKey)),
  voices: r.voices.handler(() => listVoices()),
  testVoice: r.testVoice.handler(({ input }) => testVoice(input.voiceId, input.text)),
  usage: r.usage.handler(({ input }) => voiceUsage(input.period)),
  analytics: r.analytics.handler(({ input }) => analyticsOf(input.id)),
  trackUsage: r.trackUsage.handler(({ input: { id, ...play } }) => trackUsage(id, play)),
});
