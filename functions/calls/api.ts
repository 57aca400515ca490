/** What other nouns use of this one. They import this file and no other. */

export { announcementOf } from './announcement.ts';
export { lastCalledFrom } from './called-from.ts';
export { changeCall } from './change.ts';
export { callTerms } from './data-terms.ts';
export { endedCalls } from './ended-calls.ts';
export { type CallNews, hearOfCall, noteRecording, recordInbound } from './exchange-news.ts';
export { type AnsweredPart, isOnCall, partsOfAgent } from './parts.ts';
export { callPersonalData, leadsOfCalls } from './personal-data.ts';
export { isWithdrawn, type Move, movePlaced, recordPlaced, withdrawPlaced } from './placed-calls.ts';
export { activeCalls, callOr404, countActive, discreet, everyActiveCall } from './read.ts';
export { recordingKey } from './recording-marks.ts';
export { endOf, nextLookAt, readRecordingSettings } from './recording-store.ts';
export { recordingWork } from './retention.ts';
export { earlierCalls, findCall, isOnExchange, lastCallsWith, lastCallWith, quietAt } from './store.ts';
export { callTermErasers } from './term-erasers.ts';
export { endedCall, resultOf } from './timeline.ts';
export { callTranscriptWork } from './transcripts/work.ts';
