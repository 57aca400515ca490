import { describe, expect, it } from 'vitest';
import { type EventType, envelope, events } from './index.ts';

describe.each(Object.entries(events))('%s', (type, { schema, sample }) => {
  it('has a sample that its schema takes', () => {
    expect(schema.safeParse(sample)).toMatchObject({ success: true });
  });

  it('travels in an envelope that names tenant, entity, time and actor', () => {
    const around = { eventId: 'evt_1', type, tenantId: 1, entityId: 'x', at: '2026-11-20T08:00:00.000Z' };
    expect(envelope(type as EventType).safeParse({ ...around, actor: 'usr_1', data: sample }).success).toBe(
      true,
    );
    expect(envelope(type as EventType).safeParse({ ...around, data: sample }).success).toBe(false);
  });
});
