import * as z from 'zod';
import { callProvider } from '../providers/http.ts';
import { ProviderRefused } from '../providers/types.ts';
import { type DraftWriter, saidNothing } from './port.ts';

/** How Amazon Bedrock is reached. */
export interface BedrockAccount {
  /** Without a slash at the end. */
  url: string;
  apiKey: string;
  /** The id of a model, or of an inference profile. */
  model: string;
}

const label = 'Amazon Bedrock';

/** Longer than a draft of so few tokens takes, and shorter than the gateway waits (29 s); ms. */
const patienceMs = 20_000;

/** What of an answer is read: docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
const answer = z.object({
  output: z.object({
    message: z.object({ content: z.array(z.object({ text: z.string().optional() })) }),
  }),
  stopReason: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
});

/** Reasons for which a model stops of its own accord or by our limit. */
const ordinary = ['end_turn', 'stop_sequence', 'max_tokens'];

/** Drafts by the Converse API, which is the same for every model, with an API key of Amazon Bedrock. */
export const bedrock = ({ url, apiKey, model }: BedrockAccount): DraftWriter => ({
  label,
  async write({ instructions, conversation, tokens }) {
    const { status, body } = await callProvider(
      label,
      `${url}/model/${encodeURIComponent(model)}/converse`,
      {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization: `Bearer ${apiKey}`,
        },
        body: JSON.stringify({
          system: [{ text: instructions }],
          messages: [{ role: 'user', content: [{ text: conversation }] }],
          inferenceConfig: { maxTokens: tokens, temperature: 0.3 },
        }),
      },
      patienceMs,
    );
    if (status !== 200) {
      const said = typeof body.message === 'string' ? ` It says: ${body.message.slice(0, 300)}` : '';
      throw new ProviderRefused(`${label} does not draft (${status}).${said}`, String(status));
    }
    const read = answer.safeParse(body);
    if (!read.success) throw saidNothing(label);
    const { output, stopReason, usage } = read.data;
    if (!ordinary.includes(stopReason))
      throw new ProviderRefused(`${label} does not write about this (${stopReason}).`, stopReason);
    return {
      text: output.message.content
        .map(({ text = '' }) => text)
        .join('')
        .trim(),
      ...usage,
    };
  },
});
