import { z } from 'zod';

export const scheduleName = z
  .string()
  .regex(/^[0-9a-zA-Z-_.]{1,64}$/, 'it must be 1 to 64 of A-Z a-z 0-9 - _ .');

/** Seconds since 1970, as the REST protocol carries times, or ISO 8601, as templates do. */
const timestamp = z.union([
  z.number(),
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text) / 1000),
]);

const target = z.object({
  Arn: z.string().min(1).max(1600),
  RoleArn: z.string().min(1).max(1600),
  Input: z.string().optional(),
  DeadLetterConfig: z.object({ Arn: z.string().optional() }).optional(),
  RetryPolicy: z
    .object({
      MaximumEventAgeInSeconds: z.number().int().min(60).max(86_400).optional(),
      MaximumRetryAttempts: z.number().int().min(0).max(185).optional(),
    })
    .optional(),
  SqsParameters: z.object({ MessageGroupId: z.string().optional() }).optional(),
  EventBridgeParameters: z
    .object({ DetailType: z.string().min(1).max(128), Source: z.string().min(1).max(256) })
    .optional(),
});

/** What CreateSchedule and UpdateSchedule take in their body. */
export const scheduleInput = z.object({
  GroupName: scheduleName.optional(),
  ScheduleExpression: z.string().min(1).max(256),
  ScheduleExpressionTimezone: z.string().min(1).max(50).default('UTC'),
  StartDate: timestamp.optional(),
  EndDate: timestamp.optional(),
  Description: z.string().max(512).optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  KmsKeyArn: z.string().optional(),
  Target: target,
  FlexibleTimeWindow: z
    .object({
      Mode: z.enum(['OFF', 'FLEXIBLE']),
      MaximumWindowInMinutes: z.number().int().min(1).max(1440).optional(),
    })
    .refine(
      ({ Mode, MaximumWindowInMinutes }) => (Mode === 'FLEXIBLE') === (MaximumWindowInMinutes !== undefined),
      'MaximumWindowInMinutes goes with the mode FLEXIBLE and with no other',
    ),
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
  ClientToken: z.string().min(1).max(64).optional(),
});

export type ScheduleInput = Omit<z.infer<typeof scheduleInput>, 'ClientToken' | 'GroupName'>;
/** The same as a caller writes it, with what has a default left out. */
export type ScheduleRequest = z.input<typeof scheduleInput>;
