import { newDisposition } from '#shared/api/pbx/dispositions.ts';
import type { Disposition } from '#shared/model/disposition.ts';
import { api, query } from '#web/app/api.ts';
import { ResourceForm } from '#web/ui/resource/ResourceForm.tsx';

interface DispositionPanelProps {
  /** Undefined while none is open. */
  disposition: Disposition | 'new' | undefined;
  onClose: () => void;
}

const blank: Disposition = {
  code: '',
  label: '',
  color: '#228be6',
  isContact: false,
  isSale: false,
  scheduleCallback: false,
  isActive: true,
};

/** Adds a way in which calls end, or changes one; its code stays. */
export function DispositionPanel({ disposition, onClose }: DispositionPanelProps) {
  const isThere = disposition !== undefined && disposition !== 'new';
  return (
    <ResourceForm
      thing={isThere ? { id: disposition.code, ...disposition } : disposition}
      onClose={onClose}
      noun="disposition"
      blank={blank}
      schema={newDisposition.shape}
      nameOf={({ label }) => label}
      save={(values, before) => (before ? api.pbx.updateDisposition(values) : api.pbx.addDisposition(values))}
      stale={[query.pbx.dispositionCodes]}
      fields={[
        { name: 'label', label: 'Label', description: 'What agents and reports show' },
        {
          name: 'code',
          label: 'Code',
          readOnly: isThere,
          description: isThere
            ? 'Calls and exports keep it'
            : 'Small letters, digits and dashes; never changed later',
        },
        { name: 'color', label: 'Colour', as: 'colour' },
        { name: 'isContact', label: 'Contact', description: 'The person themselves was spoken to' },
        { name: 'isSale', label: 'Sale', description: 'The person has bought; the lead is won' },
        { name: 'scheduleCallback', label: 'Callback', description: 'Asks the agent when to call again' },
        {
          name: 'isActive',
          label: 'Active',
          description: 'Agents can choose it; calls keep one that they cannot',
        },
      ]}
    />
  );
}
