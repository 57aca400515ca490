import { Badge, Box, Group, Popover, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconClock, IconPhoneCheck, IconPhoneOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Lead } from '#shared/model/lead.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { localClock, theirTime } from '../shared/format.ts';

const minute = 60_000;

/** The time by the minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The lead's own time (from and to, where their zones' clocks differ), and whether they may be called now: open until, or closed, why and until when. */
export function CallWindow({ lead }: { lead: Lead }) {
  const now = useNow();
  const [asked, setAsked] = useState(0);
  const check = useQuery(
    query.tcpa.check.queryOptions({
      input: {
        leadId: lead.id,
        channel: 'call',
        // A look at the page is no decision to call.
        log: false,
      },
      enabled: Boolean(lead.phone),
      staleTime: minute,
    }),
  );
  const decision = check.data;
  const turns = decision && (decision.allowed ? decision.closesAt : decision.nextAllowedAt);
  const due = turns ? Date.parse(turns) : Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (now < due || asked === due) return;
    setAsked(due);
    void check.refetch();
  }, [now, due, asked, check.refetch]);

  const zones = decision?.timeZones ?? lead.timeZones;
  const zone = zones[0];
  const withdrawn = lead.consent.call.state === 'withdrawn';
  return (
    <Group gap="8px 14px" mih={36}>
      {zone && (
        <Box component="span" className="db-inline" style={{ gap: 6 }} title={zones.join(', ')}>
          <IconClock size={16} aria-hidden="true" />
          <span className="db-figures">
            {[...new Set([localClock(zone, now), localClock(zones.at(-1)!, now)])].join(' – ')}
          </span>
          <Text span size="xs" c="dimmed">
            their time
          </Text>
        </Box>
      )}
      {!lead.phone ? (
        <Badge variant="light" color="gray" tt="none" leftSection={<IconPhoneOff size={13} />}>
          No phone
        </Badge>
      ) : check.error ? (
        <Badge variant="light" color="red" tt="none" title={messageOf(check.error)}>
          The calling window is not known
        </Badge>
      ) : !decision ? (
        <Skeleton h={22} w={130} radius="xl" />
      ) : decision.allowed && !withdrawn ? (
        <Badge variant="light" color="green" tt="none" size="lg" leftSection={<IconPhoneCheck size={14} />}>
          May be called{turns && zone ? ` until ${theirTime(zone, turns, now)}` : ''}
        </Badge>
      ) : (
        <Popover position="bottom-start" width={360} shadow="md">
          <Popover.Target>
            <UnstyledButton title="Why?">
              <Badge variant="light" color="red" tt="none" size="lg" leftSection={<IconPhoneOff size={14} />}>
                {!withdrawn && turns && zone
                  ? `Closed until ${theirTime(zone, turns, now)}`
                  : 'May not be called'}
              </Badge>
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown aria-label="Why">
            <Box component="ul" m={0} ps={18} fz="sm">
              {withdrawn && <li>They asked not to be called.</li>}
              {decision.reasons.map((reason) => (
                <li key={`${reason.code}-${reason.zone}`}>
                  {reason.text}
                  {reason.citation && (
                    <Text size="xs" c="dimmed">
                      {reason.citation}
                    </Text>
                  )}
                </li>
              ))}
            </Box>
          </Popover.Dropdown>
        </Popover>
      )}
    </Group>
  );
}
