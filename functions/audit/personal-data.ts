import { AuditEntries, auditMonth, type StoredAuditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { type PersonalData, throughEach } from '#functions/kernel/personal-data.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { auditDays } from '#shared/model/audit.ts';

const pageSize = 500;
const dayMs = 86_400_000;

/** Months that entries are kept of. */
function months(): string[] {
  const found = new Set<string>();
  for (let day = 0; day <= auditDays + 31; day += 20)
    found.add(auditMonth(new Date(clock.now() - day * dayMs).toISOString()));
  return [...found];
}

export const auditPersonalData: PersonalData<StoredAuditEntry>[] = [
  {
    kind: 'audit',
    title: 'Names of their leads in the audit log',
    stored: ['auditEntry'],
    find: ({ leadIds }, cursor) =>
      throughEach(leadIds.length > 0 ? months() : [], cursor, async (month, inner) => {
        const page = await AuditEntries.query('key', { month }).go({ cursor: inner, limit: pageSize });
        const found = page.data.filter(
          ({ target }) => target?.kind === 'lead' && leadIds.includes(target.id) && target.name !== '',
        );
        return { found, cursor: page.cursor };
      }),
    row: ({ at, action, target }) => ({ at, action, name: target?.name }),
    async erase(found) {
      for (const { month, at, entryId, target } of found)
        await writeOne(
          AuditEntries.patch({ month, at, entryId })
            .set({ target: { ...target!, name: '' } })
            .params(),
        );
    },
    kept: 'Who did what and when is kept with the lead’s id and without its name: Art. 5(2) and 17(3)(e) GDPR.',
  },
];
