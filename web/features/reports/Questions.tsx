import { Button, Menu } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { periodOf, type ReportAddress } from './address.ts';
import { addressOfQuestion, questions } from './questions.ts';

/** A menu of questions that managers ask each week; each opens the report that answers it, for the period that is open. */
export function Questions({ address }: { address: ReportAddress }) {
  const seesAll = useSeesAllLeads();
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconHelpCircle size={17} />} style={{ alignSelf: 'end' }}>
          Questions
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="min(440px, 50dvh)" maw="calc(100vw - 24px)" style={{ overflowY: 'auto' }}>
        {questions
          .filter(({ adminOnly }) => seesAll || !adminOnly)
          .map((question) => (
            <Menu.Item
              key={question.text}
              component={Link}
              to={addressOfQuestion(question, periodOf(address), address)}
            >
              {question.text}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
