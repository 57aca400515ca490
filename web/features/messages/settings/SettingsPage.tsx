import { SegmentedControl } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { DraftingPanel } from './DraftingPanel.tsx';
import { EmailPanel } from './EmailPanel.tsx';
import { NumbersPanel } from './NumbersPanel.tsx';
import { ProvidersPanel } from './ProvidersPanel.tsx';

const sections = [
  { value: 'providers', label: 'Texts' },
  { value: 'numbers', label: 'Numbers' },
  { value: 'email', label: 'Mails' },
  { value: 'drafts', label: 'Drafts' },
] as const;

/** How texts and mails go out: providers, numbers, the mail server, and the limits of each. */
export default function SettingsPage() {
  const { '*': rest = '' } = useParams();
  const navigate = useNavigate();
  const section = sections.find(({ value }) => value === rest)?.value ?? 'providers';
  return (
    <>
      <PageHeader
        title="Messaging"
        documentTitle="Messaging settings"
        description="How texts and mails go out, from which numbers, and how many."
      />
      <SegmentedControl
        mb="lg"
        aria-label="Section"
        data={[...sections]}
        value={section}
        onChange={(value) => void navigate(`/messages/settings/${value}`, { replace: true })}
      />
      {section === 'providers' && <ProvidersPanel />}
      {section === 'numbers' && <NumbersPanel />}
      {section === 'email' && <EmailPanel />}
      {section === 'drafts' && <DraftingPanel />}
    </>
  );
}
