export { boxName } from "@/components/boxNames";
