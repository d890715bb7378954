import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRef, useState } from "react";

/** A search box that reports its text once typing pauses. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [reported, setReported] = useState(value);
  if (value !== reported) {
    // The filter was changed from elsewhere, for instance cleared.
    setReported(value);
    setText(value);
  }
  const report = useDebouncedCallback((typed: string) => {
    setReported(typed);
    onChange(typed);
  }, 250);

  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      w={280}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== "" && (
          <CloseButton
            size="sm"
            aria-label="Clear the search"
            onClick={() => {
              setText("");
              report("");
              // The button leaves.
              field.current?.focus();
            }}
          />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
    />
  );
}
