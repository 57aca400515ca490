/** What other nouns use of this one. They import this file and no other. */

export { bringRecordings } from './deploy.ts';
export { generate, promptGenerationWork } from './generate.ts';
export { hearPlay } from './plays.ts';
export { createRecording, listRecordings } from './prompts.ts';
export { isSpeech, readTexts, type Speech, speechId } from './speech.ts';
export { voicesStanding } from './standing.ts';
export { findRecordings, recordingsThere } from './store.ts';
export { recordingUsers } from './use-hooks.ts';
