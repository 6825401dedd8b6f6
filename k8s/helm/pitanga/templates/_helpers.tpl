{{/* The image of a service, of operations or of analytics. Takes a list: the root and its name. */}}
{{- define "pitanga.image" -}}
{{- $root := index . 0 }}
{{- $service := index $root.Values.services (index . 1) | default (index $root.Values (index . 1)) }}
{{- printf "%s/pitanga-%s" $root.Values.images.registry (index . 1) }}
{{- if $service.digest }}@{{ $service.digest }}{{ else }}:{{ $service.tag | default $root.Values.images.tag }}{{ end }}
{{- end }}

{{/* What a config map holds: what the chart says of it, and over that .Values.settings. Takes the root and its name. */}}
{{- define "pitanga.settings" -}}
{{- $ofChart := include (printf "pitanga.settings.%s" (index . 1)) (index . 0) | fromYaml }}
{{- $own := index (index . 0).Values.settings (index . 1) | default dict }}
{{- merge (deepCopy $own) $ofChart | toYaml }}
{{- end }}

{{/*
The name of a config map: it ends with a hash of what is in it, so that pods start anew when that changes. The same hash
as that of kustomize, so that both ways to install give the same objects.
*/}}
{{- define "pitanga.settingsName" -}}
{{- $data := include "pitanga.settings" . | fromYaml }}
{{- $hash := dict "kind" "ConfigMap" "name" "" "data" $data | toJson | sha256sum | trunc 10 }}
{{- $letters := $hash | replace "0" "g" | replace "1" "h" | replace "3" "k" | replace "a" "m" | replace "e" "t" }}
{{- printf "%s-%s" (index . 1) $letters }}
{{- end }}
