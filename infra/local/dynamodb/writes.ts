import type { Handle } from '../aws-json.ts';

/** Operations that only read; whatever else is asked of DynamoDB may have written, and may show in a stream. */
const readingOnly = /\.(GetItem|BatchGetItem|TransactGetItems|Query|Scan|Describe\w+|List\w+)$/;

/** Answers as `handle` does and then tells of each request that may have written. */
export function tellingOfWrites(handle: Handle, written: () => void): Handle {
  return async (req, res) => {
    await handle(req, res);
    if (!readingOnly.test(String(req.headers['x-amz-target']))) written();
  };
}
