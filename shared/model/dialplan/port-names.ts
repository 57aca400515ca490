const names: Readonly<Record<string, string>> = {
  next: 'Then',
  answered: 'Answered',
  busy: 'Busy',
  noanswer: 'No answer',
  failed: 'Failed',
  timeout: 'Timeout',
  invalid: 'Invalid',
  full: 'Full',
  true: 'True',
  false: 'False',
  open: 'Open',
  closed: 'Closed',
  holiday: 'Holiday',
  found: 'A lead',
  notFound: 'Nobody known',
  noted: 'Noted',
  sent: 'Sent',
  recorded: 'Recorded',
  silent: 'Nothing said',
  collected: 'Collected',
};

/** A way out of a node, as people read it; one of a menu's key where the menu has no name for it. */
export const portName = (port: string): string => names[port] ?? port.replace('option-', 'Key ');
