/** For what reads and writes a lead or a conversation: many are at one at once. */
export const patient = { tries: 9, pauseMs: 15 };
