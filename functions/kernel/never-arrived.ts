/** Errors of a connection that was never made: nothing can have arrived. */
const codes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const codeOf = (error: unknown): string =>
  String((error as { cause?: { code?: string } }).cause?.code ?? (error as { code?: string }).code ?? '');

/** Whether what `fetch` threw says that the request cannot have arrived, so that it may be sent again. */
export const neverArrived = (error: unknown): boolean => codes.has(codeOf(error));
