import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';
import type { CallMeta } from '#shared/api/contract.ts';
import { errorAnswer } from '#shared/api/contract.ts';
import { api } from '#shared/api/index.ts';
import { definitionOf } from '#shared/model/permissions.ts';

type Document = Awaited<ReturnType<OpenAPIGenerator['generate']>>;

let made: Promise<Document> | undefined;

const accessText = ({ access }: CallMeta): string =>
  access === 'public'
    ? 'No sign-in needed.'
    : access === 'signed-in'
      ? 'Anybody who is signed in.'
      : `Permission: \`${access}\` (${definitionOf(access).label}). Roles that have it: ${definitionOf(access).roles.join(', ')}.`;

/** The contract as OpenAPI 3.1, made once a container from the same schemas that check the calls. */
export function openApi(): Promise<Document> {
  made ??= generate();
  return made;
}

async function generate(): Promise<Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(api, {
    info: {
      title: 'Dealbell',
      version: '0.1.0',
      description:
        'Every call of the product. Errors always answer `{error, code, details}`. Sign in by POST /auth/login and send the token as `Authorization: Bearer …`.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: z.toJSONSchema(errorAnswer) as never },
    },
    customOperation: undefined,
  } as never);
  for (const noun of Object.values(api))
    for (const procedure of Object.values(noun)) {
      const { route, meta } = (
        procedure as { '~orpc': { route: { path: string; method: string }; meta: CallMeta } }
      )['~orpc'];
      const operation = document.paths?.[route.path]?.[route.method.toLowerCase() as 'get'];
      if (!operation) continue;
      operation.description = accessText(meta);
      operation.security = meta.access === 'public' ? [] : [{ bearer: [] }];
      operation.responses ??= {};
      operation.responses.default = {
        description: 'What went wrong, in a sentence',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      };
    }
  return document;
}
