import { type FormSender, Refused } from './live-part.ts';

const offline = 'There is no connection at the moment. Please try again.';

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => {
    throw new Error(offline);
  });
  const content = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (answer.ok) return content;
  throw new Refused(
    typeof content.error === 'string' ? content.error : 'It could not be sent. Please try again.',
  );
}

/** Sends the forms of a publication. @param base address of its calls, `/api/content/public/<publicId>` */
export function formSender(base: string): FormSender {
  return {
    pass: async (elementId) => {
      const { pass, readyIn } = await post(`${base}/form-pass`, { elementId });
      return { pass: String(pass), readyAt: performance.now() + Number(readyIn) * 1000 };
    },
    submit: async (kind, submission) => {
      await post(`${base}/${kind}`, submission);
    },
  };
}
