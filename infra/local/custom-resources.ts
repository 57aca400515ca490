import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Functions, resultOf } from './functions/index.ts';
import { customResourcesOf, keepCustomResources, StartError } from './state.ts';
import type { CloudDescription } from './template/template.ts';

/** What a custom resource's function answered, as CloudFormation keeps it. */
export interface CustomResourceState {
  physicalId: string;
  data: Record<string, string>;
}

interface Answer {
  Status: 'SUCCESS' | 'FAILED';
  Reason?: string;
  PhysicalResourceId?: string;
  Data?: Record<string, string>;
}

/** Takes the one answer that a function puts to the address it was given. */
async function answerTo(ask: (responseUrl: string) => Promise<unknown>): Promise<Answer> {
  let answer: Answer | undefined;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    answer = JSON.parse(body) as Answer;
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  if (!answer) throw new StartError('A custom resource’s function has ended without an answer.');
  return answer;
}

interface Options {
  stateDir: string;
  description: CloudDescription;
  functions: Functions;
}

/**
 * Creates the custom resources that this state folder does not know yet, as CloudFormation does at a deployment.
 * @returns what those just made answered, by `<stack>.<logical id>`
 * @throws StartError with the function's own reason when one fails
 */
export async function createCustomResources({ stateDir, description, functions }: Options) {
  const known = customResourcesOf(stateDir);
  const made: Record<string, CustomResourceState> = {};
  for (const { stack, logicalId, type, properties } of description.ofType('Custom::FirstAdminLink')) {
    const name = `${stack}.${logicalId}`;
    if (known[name]) continue;
    const answer = await answerTo(async (ResponseURL) =>
      resultOf(
        logicalId,
        await functions.invoke(String(properties.ServiceToken), {
          RequestType: 'Create',
          ResponseURL,
          StackId: `arn:aws:cloudformation:us-east-1:000000000000:stack/${stack}/local`,
          RequestId: randomUUID(),
          ResourceType: type,
          LogicalResourceId: logicalId,
          ResourceProperties: properties,
        }),
      ),
    );
    if (answer.Status !== 'SUCCESS') throw new StartError(`${name} failed: ${answer.Reason}`);
    made[name] = { physicalId: answer.PhysicalResourceId ?? name, data: answer.Data ?? {} };
    known[name] = { ...made[name], data: {} };
    keepCustomResources(stateDir, known);
  }
  return made;
}
